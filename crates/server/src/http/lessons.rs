//! The tutorial. Nothing of it is stored: a lesson is its name and the learner's actions so far.
use super::body::Json;
use super::guests::Visitor;
use super::response::{error, json, not_found};
use super::route::Route;
use crate::app::{App, RequestError};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use quinta_lessons::{LessonError, lesson};
use quinta_rules::Illegal;
use quinta_table::Refusal;
use quinta_wire::{Code, LessonView, Lessons, TakeLesson};
use std::sync::Arc;

/// The most actions of a lesson.
const MAX_ACTIONS: usize = 100;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/lessons", list, "get_lessons").summary("The lessons of the tutorial")
            .answers::<Lessons>(),
        Route::post("/lessons/{id}", take, "take_lesson").summary("The table of the lesson with this name after these actions, and whether its goal is \
                 reached; nothing is stored")
        .id("^[a-z]{2,16}$")
        .takes::<TakeLesson>()
        .answers::<LessonView>()
        .errors(&[Code::BadToken, Code::NotFound, Code::Illegal(Illegal::GameOver)]),
    ]
}

async fn list() -> Response {
    json(StatusCode::OK, &quinta_lessons::list())
}

async fn take(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    visitor: Visitor,
    Json(taken): Json<TakeLesson>,
) -> Result<Response, RequestError> {
    let Some(lesson) = lesson(&name) else { return Ok(not_found().await) };
    if taken.actions.len() > MAX_ACTIONS {
        return Ok(error(Code::BadRequest, "a lesson has at most 100 actions"));
    }
    match quinta_lessons::take(lesson, &taken.actions, &visitor.guest.name) {
        Ok(view) => Ok(visitor.respond(&app, json(StatusCode::OK, &view))),
        Err(LessonError::Refused(why)) => Err(Refusal::Rules(why).into()),
        Err(why) => Ok(error(Code::BadRequest, &why.to_string())),
    }
}
