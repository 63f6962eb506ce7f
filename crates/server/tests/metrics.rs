//! The dashboard and the alerts of `dist/` name existing metrics.
mod common;

use common::{Folder, request, start};
use std::collections::BTreeSet;

/// The metrics that a text names.
fn named(text: &str) -> BTreeSet<&str> {
    let of_a_name = |c: char| c.is_ascii_lowercase() || c == '_';
    text.split(|c| !of_a_name(c)).filter(|word| word.starts_with("quinta_")).collect()
}

#[tokio::test]
async fn every_figure_of_the_dashboard_and_the_alerts_is_given() {
    let folder = Folder::new();
    let server = start(&folder).await;
    let metrics = request(server.address(), "GET", "/metrics", &[], None).await.text;
    server.stop().await.unwrap();
    let lines = metrics.lines().filter(|line| !line.starts_with('#'));
    let given: BTreeSet<_> = lines.filter_map(|line| line.split(['{', ' ']).next()).collect();
    let dashboard = named(include_str!("../../../dist/grafana.json"));
    let alerts = named(include_str!("../../../dist/alerts.yml"));
    assert!(dashboard.len() > 15 && alerts.len() > 7, "{dashboard:?} {alerts:?}");
    for name in dashboard.iter().chain(&alerts) {
        assert!(given.contains(name), "{name} is not among {given:?}");
    }
    // The dashboard shows every metric. Of a histogram, one of its series is enough.
    let whole = |name: &str| {
        let ends = ["_bucket", "_sum", "_count"];
        ends.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name).to_owned()
    };
    let shown: BTreeSet<_> = dashboard.into_iter().map(whole).collect();
    let forgotten: Vec<_> =
        given.into_iter().filter(|name| !shown.contains(&whole(name))).collect();
    assert!(forgotten.is_empty(), "{forgotten:?}");
}
