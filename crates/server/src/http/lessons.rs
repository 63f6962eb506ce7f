//! The tutorial: nothing of it is kept, for a lesson is its name and what the learner has done.
use super::{Json, Who, json, not_found, problem};
use crate::app::{App, RequestError};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use quinta_lessons::{LessonError, lesson};
use quinta_table::Refusal;
use quinta_wire::{Code, TakeLesson};
use std::sync::Arc;

/// The most actions of a lesson.
const MOST: usize = 100;

pub(crate) async fn list() -> Response {
    json(StatusCode::OK, &quinta_lessons::list())
}

pub(crate) async fn take(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    who: Who,
    Json(taken): Json<TakeLesson>,
) -> Result<Response, RequestError> {
    let Some(lesson) = lesson(&name) else { return Ok(not_found().await) };
    if taken.actions.len() > MOST {
        return Ok(problem(Code::BadRequest, "a lesson has at most 100 actions"));
    }
    match quinta_lessons::take(lesson, &taken.actions, &who.guest.name) {
        Ok(view) => Ok(who.answer(&app, json(StatusCode::OK, &view))),
        Err(LessonError::Refused(why)) => Err(Refusal::Rules(why).into()),
        Err(why) => Ok(problem(Code::BadRequest, &why.to_string())),
    }
}
