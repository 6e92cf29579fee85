//! What was understood of memories, in rows and in the log.

use omoide_core::{Assessment, Category, Emotion, Feeling, Seq, Tag, Valence};
use rusqlite::{Connection, Row, params};
use serde::{Deserialize, Serialize};

use crate::sqlite::error::Result;
use crate::sqlite::rows;
use crate::sqlite::session::MindNumber;

/// An assessment as the log writes it, under S0's names.
#[derive(Serialize, Deserialize)]
struct Wire {
    emotional_intensity: u8,
    emotional_valence: String,
    emotional_arousal: u8,
    emotional_tags: Vec<String>,
    category: String,
    keywords: Vec<String>,
    made_by: Option<String>,
}

pub(in crate::sqlite) fn to_json(assessment: &Assessment) -> Result<String> {
    let feeling = &assessment.emotion.feeling;
    rows::json(&Wire {
        emotional_intensity: assessment.emotion.intensity,
        emotional_valence: feeling.valence.name().to_owned(),
        emotional_arousal: feeling.arousal,
        emotional_tags: feeling.tags.iter().map(|tag| tag.name().to_owned()).collect(),
        category: assessment.category.name().to_owned(),
        keywords: rows::marked(&assessment.keywords, &assessment.tags),
        made_by: assessment.made_by.clone(),
    })
}

/// What the log says; what cannot be read is nothing.
pub(in crate::sqlite) fn from_json(json: &str) -> Option<Assessment> {
    let wire: Wire = serde_json::from_str(json).ok()?;
    let (keywords, tags) = rows::unmarked(wire.keywords);
    Some(Assessment {
        emotion: Emotion {
            intensity: wire.emotional_intensity.min(100),
            feeling: Feeling {
                valence: wire.emotional_valence.parse().unwrap_or(Valence::Neutral),
                arousal: wire.emotional_arousal.min(100),
                tags: wire.emotional_tags.iter().filter_map(|name| name.parse::<Tag>().ok()).collect(),
            },
        },
        category: Category::named(&wire.category),
        keywords,
        tags,
        made_by: wire.made_by,
    })
}

pub(in crate::sqlite) fn of(c: &Connection, n: MindNumber, seqs: &[Seq]) -> Result<Vec<(Seq, Assessment)>> {
    let sql = "SELECT m.emotional_intensity, m.emotional_valence, m.emotional_arousal, m.emotional_tags, m.category,
                      d.keywords, d.analysed_by
               FROM memories m LEFT JOIN descriptions d ON d.memory = m.seq WHERE m.seq = ?1 AND m.mind = ?2";
    let mut statement = c.prepare_cached(sql)?;
    let mut all = Vec::with_capacity(seqs.len());
    for seq in seqs {
        let mut found = statement.query(params![seq.0, n])?;
        let Some(row) = found.next()? else { continue };
        all.extend(rows::readable(read(row))?.map(|assessment| (*seq, assessment)));
    }
    Ok(all)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Assessment> {
    let keywords: Option<String> = row.get(5)?;
    let (keywords, tags) = rows::keywords(&keywords.unwrap_or_default());
    Ok(Assessment {
        emotion: Emotion { intensity: rows::small(row, 0)?, feeling: rows::feeling(row, 1)? },
        category: Category::named(rows::text(row, 4)?),
        keywords,
        tags,
        made_by: row.get(6)?,
    })
}

/// Writes what was understood of a memory that is there.
pub(in crate::sqlite) fn write(c: &Connection, seq: Seq, assessment: &Assessment) -> Result<()> {
    let feeling = &assessment.emotion.feeling;
    let tags: Vec<&str> = feeling.tags.iter().copied().map(Tag::name).collect();
    let sql = "UPDATE memories SET emotional_intensity = ?2, emotional_valence = ?3, emotional_arousal = ?4,
                                   emotional_tags = ?5, category = ?6 WHERE seq = ?1";
    c.prepare_cached(sql)?.execute(params![
        seq.0,
        assessment.emotion.intensity,
        feeling.valence.name(),
        feeling.arousal,
        rows::words_json(&tags)?,
        assessment.category.name(),
    ])?;
    let sql = "UPDATE descriptions SET keywords = ?2, analysed_by = ?3 WHERE memory = ?1";
    let keywords = rows::keywords_json(&assessment.keywords, &assessment.tags)?;
    c.prepare_cached(sql)?.execute(params![seq.0, keywords, assessment.made_by])?;
    Ok(())
}
