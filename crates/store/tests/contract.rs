//! What every store does; each backend runs all of it.

mod support;

#[path = "contract/activity.rs"]
mod activity;
#[path = "contract/attachments.rs"]
mod attachments;
#[path = "contract/changes.rs"]
mod changes;
#[path = "contract/graph.rs"]
mod graph;
#[path = "contract/items.rs"]
mod items;
#[path = "contract/ledger.rs"]
mod ledger;
#[path = "contract/memories.rs"]
mod memories;
#[path = "contract/pages.rs"]
mod pages;
#[path = "contract/people.rs"]
mod people;
#[path = "contract/portable.rs"]
mod portable;
#[path = "contract/sessions.rs"]
mod sessions;
#[path = "contract/threads.rs"]
mod threads;
#[path = "contract/vectors.rs"]
mod vectors;
#[path = "contract/words.rs"]
mod words;

use support::sqlite;

macro_rules! contract {
    ($($subject:ident: $($case:ident),+;)+) => {
        mod on_sqlite {
            $($(#[test] fn $case() { let (_folder, store) = super::sqlite(); super::$subject::$case(&*store); })+)+
        }
    };
}

contract! {
    memories:
    a_memory_reads_back_as_it_was_written,
    a_memory_that_arrives_below_level_1_has_its_text_as_original,
    labels_are_read_for_many_memories_at_once_and_only_of_the_mind,
    handles_count_up_by_kind_and_local_day,
    a_handle_is_never_given_out_twice,
    a_memory_keeps_the_handle_that_it_brings_if_it_is_free,
    a_memory_is_found_by_id_and_handle_whatever_their_case,
    a_beginning_finds_all_that_begin_with_it,
    an_underscore_is_only_itself,
    filters_narrow_the_list,
    a_list_finds_words_whatever_their_case,
    a_person_is_meant_whatever_the_case_and_width,
    a_list_is_oldest_first_or_newest_first,
    recalls_are_merged_by_state,
    what_was_put_away_is_not_asked_back,
    sleepers_are_all_episodes_with_their_recalls_since,
    one_mind_never_sees_another,
    a_failed_write_leaves_nothing,
    a_read_sees_one_moment,
    words_are_kept_and_forgotten,
    a_turn_is_known_by_uid_or_by_words,
    a_turn_has_an_id_of_its_own,
    a_turn_is_shared_and_goes_with_the_last_who_remembers_it,
    threads_are_listed_by_their_last_memory_in_parts;
    activity:
    lines_are_numbered_by_date_and_mind_and_read_back,
    lines_are_read_backwards_in_parts,
    lines_are_read_by_type_and_since_a_date,
    a_line_about_a_turn_has_the_words_of_the_turn,
    the_words_of_a_line_go_and_come_with_its_turn,
    the_words_of_a_line_stay_while_another_memory_has_the_turn,
    what_was_put_away_is_not_told,
    a_failed_write_leaves_no_line_and_no_gap,
    two_who_write_at_once_never_get_the_same_number,
    a_line_of_another_log_keeps_its_number_if_it_can_and_comes_once,
    a_mind_takes_its_log_along;
    attachments:
    a_text_is_attached_replaced_and_taken_away,
    what_is_attached_goes_and_comes_with_its_memory;
    changes:
    a_list_finds_words_of_originals_that_a_night_has_shortened,
    a_plan_passes_over_what_is_not_there,
    only_fields_that_differ_are_written,
    everyday_changes_are_packed_and_others_are_in_the_log,
    a_written_version_is_shown_once_a_change_says_so,
    a_group_is_taken_back_with_the_texts_that_it_wrote,
    relations_are_replaced_and_logged,
    erasing_leaves_one_entry_without_content,
    a_night_can_be_undone_only_while_it_is_the_last_and_not_too_old,
    undoing_keeps_what_others_did_since,
    what_a_night_erased_comes_back,
    erasing_reaches_the_attic,
    vectors_are_those_of_the_shown_text,
    vectors_of_another_size_are_left_out,
    vectors_of_several_models_lie_side_by_side,
    old_vectors_go_when_the_night_is_forgotten,
    fadings_are_told_while_the_night_can_be_undone,
    what_is_taken_back_is_marked_and_noted,
    what_a_night_began_is_gone_when_it_is_undone,
    a_step_can_be_undone_alone,
    several_nights_fit_in_one_transaction,
    the_census_counts,
    characters_are_counted_of_shown_texts_by_level,
    a_whole_store_has_nothing_to_find;
    graph:
    a_memory_is_connected_from_whichever_end,
    connections_do_not_leave_the_mind,
    what_is_gone_is_connected_with_nothing,
    names_lead_to_those_who_bear_them_and_those_who_name_them,
    the_later_of_two_that_contradict_supersedes_the_other,
    a_span_that_a_newer_memory_outdates_is_kept_and_can_be_taken_back,
    ties_of_a_night_go_with_it,
    what_a_night_erased_comes_back_with_its_connections,
    what_is_said_of_a_memory_is_kept_and_logged;
    items:
    an_item_is_noted_resolved_opened_again_and_dropped,
    an_item_goes_with_the_memory_that_opened_it,
    an_item_is_open_again_without_the_memory_that_resolved_it,
    what_a_night_erased_comes_back_with_its_items,
    what_is_unsaid_takes_its_items_along,
    a_mind_is_erased_with_its_items;
    ledger:
    a_call_counts_with_the_most_it_can_cost_until_it_ends,
    calls_are_told_last_first_and_by_purpose,
    a_memory_is_asked_about_once_for_each_purpose,
    an_answer_is_kept_until_something_was_made_of_it,
    what_is_understood_anew_is_logged_with_what_was_before,
    tags_are_kept_apart_from_keywords_and_taken_back_one_by_one,
    what_was_made_of_a_memory_goes_and_comes_with_it,
    a_task_may_be_about_a_pair_a_thread_or_a_date;
    pages:
    a_page_is_shown_in_the_version_that_was_chosen,
    a_page_that_is_taken_away_keeps_its_versions,
    a_change_to_a_page_is_taken_back_unless_someone_changed_it_since;
    people:
    a_name_that_was_never_joined_is_a_person_of_its_own,
    the_names_of_a_person_mean_the_same_in_every_mind,
    parting_takes_back_the_join_and_nothing_else,
    a_later_join_stays_when_an_earlier_one_is_taken_back,
    a_person_is_shown_by_the_name_that_was_chosen_last,
    names_are_joined_anew_in_their_order,
    who_speaks_and_what_was_said_is_told_oldest_first,
    two_who_join_at_once_make_one_person;
    portable:
    a_whole_memory_has_all_that_is_kept_of_it,
    whole_memories_are_read_in_parts,
    a_whole_memory_is_written_as_it_was_read,
    a_taken_handle_is_replaced,
    a_turn_without_a_memory_is_written_once,
    the_log_is_carried_without_being_done_again,
    spans_stay_within_a_mind;
    sessions:
    a_session_knows_what_it_sums_up,
    a_session_goes_and_comes_with_its_memory;
    threads:
    what_is_kept_of_a_thread_reads_back,
    memories_are_listed_by_where_they_were_said,
    a_mind_is_renamed_or_erased_as_a_whole,
    a_thread_is_there_from_its_first_memory,
    a_thread_goes_with_its_last_memory,
    a_thread_that_nothing_was_said_in_goes_with_the_night,
    a_thread_comes_back_with_an_undone_night;
    words:
    words_are_found_where_they_stand,
    many_memories_are_found_as_few_are,
    nobody_is_told_of_a_common_term_that_is_not_wanted,
    what_has_no_words_is_told,
    words_by_other_rules_count_as_none,
    words_go_with_an_erased_memory,
    words_come_back_with_an_undone_night,
    a_wording_is_what_was_said_at_first;
    vectors:
    the_best_are_found_in_order,
    of_equals_the_active_and_the_older_come_first,
    similarities_are_estimated_and_counted_from_the_floor,
    outlines_say_what_the_rows_say,
    all_memories_are_between_the_bounds,
    minds_and_models_are_searched_apart,
    the_index_follows_the_shown_text,
    sentences_lie_beside_the_vector_of_the_shown_text,
    an_erased_memory_leaves_the_index_and_its_place_is_used_again,
    a_failed_write_leaves_the_index_as_it_was;
}
