//! docs/api.md has a row for every endpoint, with what it takes and what it answers, and no others.
use quinta_wire::{ENDPOINTS, Payload};

/// The requests under `/api/` that are no questions over plain HTTP.
const OTHERS: [&str; 2] = ["GET /api/tables/{id}/socket", "GET /api/openapi.json"];

#[test]
fn every_endpoint_is_described_and_no_other() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api.md")).unwrap();
    // Method and path, what it takes, what it answers; a path's query is told beside it.
    let rows: Vec<(String, &str, &str)> = text
        .lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix("| `")?.split('|');
            let request = cells.next()?.trim().trim_end_matches('`');
            let request = request.split('?').next()?.to_owned();
            request.contains(" /api/").then_some((
                request,
                cells.next()?.trim(),
                cells.next()?.trim(),
            ))
        })
        .collect();
    for endpoint in &ENDPOINTS {
        let request = format!("{} {}", endpoint.method, endpoint.path);
        let row = rows.iter().find(|(row, _, _)| *row == request);
        let (_, body, answer) = row.unwrap_or_else(|| panic!("{request} is not described"));
        for (told, payload) in [(body, endpoint.body), (answer, endpoint.answer)] {
            let right = match payload {
                Payload::Nothing => told.is_empty() || *told == "204",
                Payload::Type(name) => told.contains(&format!("`{name}`")),
                Payload::Record => told.contains("record"),
            };
            assert!(right, "{request}: {told:?} is not {payload:?}");
        }
    }
    for (request, _, _) in &rows {
        let known = ENDPOINTS.iter().any(|e| format!("{} {}", e.method, e.path) == *request);
        assert!(known || OTHERS.contains(&request.as_str()), "there is no {request}");
    }
    assert_eq!(rows.len(), ENDPOINTS.len() + OTHERS.len());
}
