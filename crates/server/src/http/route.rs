//! The table of routes: one entry is what is matched, who may ask, what is done, and what the documentation says.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use hyper::body::Incoming;
use hyper::{Method, Response};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::App;
use super::answer::{Body, TextReply};
use super::call::HttpCall;
use crate::rights::Operation;
use crate::{Code, Failure};

/// How a schema is had.
pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// What an answer that is made step by step is.
pub type Later = Pin<Box<dyn Future<Output = Result<Response<Body>, Failure>> + Send>>;

/// What an answer that is made by work that blocks is made by.
pub type Blocking = Box<dyn Fn(&App, &HttpCall) -> Result<TextReply, Failure> + Send + Sync>;

/// A route.
pub struct Route {
    pub method: Method,
    pub path: &'static str,
    /// Its name, which stays the same.
    pub name: &'static str,
    pub summary: &'static str,
    /// What is done, which says who may ask; none for what anyone may.
    pub operation: Option<Operation>,
    /// The schema of the question, of the body, and of the answer.
    pub query: Option<SchemaOf>,
    pub body: Option<BodyKind>,
    pub gives: Given,
    pub run: RouteHandler,
}

/// What a body is.
#[derive(Clone, Copy)]
pub struct BodyKind {
    pub media_type: &'static str,
    pub schema: SchemaOf,
    pub is_required: bool,
}

/// What an answer is.
#[derive(Clone, Copy)]
pub struct Given {
    pub status: u16,
    pub media_type: &'static str,
    pub schema: Option<SchemaOf>,
}

/// How a route is answered.
pub enum RouteHandler {
    /// By work that blocks.
    Blocking(Blocking),
    /// Step by step, with the body read already.
    Waiting(fn(Arc<App>, HttpCall) -> Later),
    /// Step by step, with the body still to be read.
    Streaming(fn(Arc<App>, HttpCall, Incoming) -> Later),
}

/// What a route is called and where it is.
#[derive(Clone, Copy)]
pub struct RouteInfo(pub Verb, pub &'static str, pub &'static str, pub &'static str);

/// The methods that are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

impl From<Verb> for Method {
    fn from(method: Verb) -> Self {
        match method {
            Verb::Get => Self::GET,
            Verb::Post => Self::POST,
            Verb::Put => Self::PUT,
            Verb::Patch => Self::PATCH,
            Verb::Delete => Self::DELETE,
        }
    }
}

/// The schema of a type.
pub fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// An answer in JSON.
pub fn gives<T: JsonSchema>(status: u16) -> Given {
    Given { status, media_type: "application/json", schema: Some(schema::<T>) }
}

impl Route {
    /// A route whose answer is made by work that blocks.
    pub fn new<R, F>(RouteInfo(method, path, name, summary): RouteInfo, operation: Operation, run: F) -> Self
    where
        R: Serialize + JsonSchema,
        F: Fn(&App, &HttpCall) -> Result<R, Failure> + Send + Sync + 'static,
    {
        let run = move |app: &App, call: &HttpCall| TextReply::json(200, &run(app, call)?);
        Self {
            method: method.into(),
            path,
            name,
            summary,
            operation: Some(operation),
            query: None,
            body: None,
            gives: gives::<R>(200),
            run: RouteHandler::Blocking(Box::new(run)),
        }
    }

    /// With a question.
    pub fn asking<Q: JsonSchema>(self) -> Self {
        // Parameters are told one by one, so their schemas stand where they are.
        Self { query: Some(|generator| generator.root_schema_for::<Q>()), ..self }
    }

    /// With a body.
    pub fn taking<B: JsonSchema + DeserializeOwned>(self) -> Self {
        let is_required = serde_json::from_str::<B>("{}").is_err();
        Self { body: Some(BodyKind { media_type: "application/json", schema: schema::<B>, is_required }), ..self }
    }
}

/// All routes, and how they are found.
pub struct Routes {
    all: Vec<Route>,
    paths: matchit::Router<Vec<usize>>,
}

/// Where a path leads.
pub enum RouteMatch<'r> {
    /// To a route.
    Route(&'r Route, Vec<(String, String)>),
    /// To routes with other methods.
    OtherMethods(Vec<&'r Method>),
    /// Nowhere.
    Nothing,
}

impl Routes {
    /// The routes.
    pub fn new(all: Vec<Route>) -> Result<Self, String> {
        let mut by_path: std::collections::BTreeMap<&str, Vec<usize>> = std::collections::BTreeMap::new();
        for (place, route) in all.iter().enumerate() {
            by_path.entry(route.path).or_default().push(place);
        }
        let mut paths = matchit::Router::new();
        for (path, places) in by_path {
            paths.insert(path, places).map_err(|error| format!("{path}: {error}"))?;
        }
        Ok(Self { all, paths })
    }

    /// All of them, in the order of the table.
    pub fn all(&self) -> &[Route] {
        &self.all
    }

    /// Where a path leads.
    pub fn find(&self, method: &Method, path: &str) -> Result<RouteMatch<'_>, Failure> {
        let Ok(found) = self.paths.at(path) else { return Ok(RouteMatch::Nothing) };
        let Some(place) = found.value.iter().find(|place| self.all[**place].method == *method) else {
            return Ok(RouteMatch::OtherMethods(found.value.iter().map(|place| &self.all[*place].method).collect()));
        };
        let decode = |(name, value): (&str, &str)| {
            let decoded = percent_encoding::percent_decode_str(value).decode_utf8();
            let decoded = decoded.map_err(|_| Failure::new(Code::BadRequest, "the path is not UTF-8"))?;
            Ok((name.to_owned(), decoded.into_owned()))
        };
        let params = found.params.iter().map(decode).collect::<Result<_, Failure>>()?;
        Ok(RouteMatch::Route(&self.all[*place], params))
    }
}
