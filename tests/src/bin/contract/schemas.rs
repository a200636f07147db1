//! Checks recorded requests against Discord's published description of its HTTP interface (version 10).
//!
//! Two conventions of Discord missing in the description are accepted: integers may be written as text, and ids as
//! numbers.

use std::cell::OnceCell;

use anyhow::Context;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use sandbox::log::Entry;
use serde_json::{Map, Value, json};

pub struct Schemas {
    operations: Vec<Operation>,
    components: Value,
}

struct Operation {
    method: String,
    steps: Vec<String>,
    /// `None` when the operation has no JSON body.
    body: Option<Body>,
}

/// A body's schema, compiled at its first use: compiling all takes seconds.
struct Body {
    schema: Value,
    ready: OnceCell<Result<Validator, String>>,
}

impl Body {
    fn check(&self, body: &Value, components: &Value) -> Vec<String> {
        let ready = self.ready.get_or_init(|| {
            let mut root = self.schema.clone();
            root["components"] = components.clone();
            jsonschema::draft202012::new(&root).map_err(|error| format!("the schema itself is wrong: {error}"))
        });
        match ready {
            Ok(validator) => validator.iter_errors(body).flat_map(|error| leaves(&error)).collect(),
            Err(problem) => vec![problem.clone()],
        }
    }
}

impl Operation {
    /// The number of literally matching path segments; `None` if the request is for another operation.
    fn fit(&self, method: &str, steps: &[&str]) -> Option<usize> {
        let same = self.method.eq_ignore_ascii_case(method) && self.steps.len() == steps.len();
        let template = |step: &str| step.starts_with('{');
        let fits = same && self.steps.iter().zip(steps).all(|(own, step)| template(own) || own == step);
        fits.then(|| self.steps.iter().filter(|own| !template(own)).count())
    }
}

impl Schemas {
    pub fn new(mut description: Value) -> anyhow::Result<Self> {
        let schemas = description.pointer_mut("/components/schemas").context("no components/schemas")?;
        walk(schemas, &mut accept_text_for_integers);
        walk(schemas, &mut accept_any_alternative);
        if let Some(id) = schemas.get_mut("SnowflakeType") {
            *id = json!({ "anyOf": [id.take(), { "type": "integer", "minimum": 0 }] });
        }
        let components = description["components"].clone();
        let paths = description["paths"].as_object().context("no paths")?;
        let mut operations = Vec::new();
        for (path, item) in paths {
            for method in ["get", "post", "put", "patch", "delete"] {
                let Some(operation) = item.get(method) else { continue };
                let body = operation.pointer("/requestBody/content/application~1json/schema");
                let body = body.filter(|schema| schema.is_object());
                let body = body.map(|schema| Body { schema: schema.clone(), ready: OnceCell::new() });
                let steps = path.split('/').filter(|step| !step.is_empty()).map(str::to_owned).collect();
                operations.push(Operation { method: method.to_owned(), steps, body });
            }
        }
        // The exchange of a code for a token is described elsewhere in words, and here only by its address.
        let flows = components.pointer("/securitySchemes/OAuth2/flows").and_then(Value::as_object);
        let addresses = flows.into_iter().flatten().filter_map(|(_, flow)| flow["tokenUrl"].as_str());
        for (_, path) in addresses.filter_map(|address| address.split_once("/api/")) {
            let steps = path.split('/').map(str::to_owned).collect();
            operations.push(Operation { method: "post".to_owned(), steps, body: None });
        }
        Ok(Self { operations, components })
    }

    pub fn check(&self, method: &str, path: &str, body: &Value) -> Vec<String> {
        let path = path.split('?').next().unwrap_or_default().trim_start_matches("/api/v10");
        let steps: Vec<&str> = path.split('/').filter(|step| !step.is_empty()).collect();
        let best = self
            .operations
            .iter()
            .filter_map(|operation| Some((operation.fit(method, &steps)?, operation)))
            .max_by_key(|(fit, _)| *fit);
        match best {
            None => vec!["no such operation".to_owned()],
            Some((_, Operation { body: None, .. })) => Vec::new(),
            // An optional body.
            Some(_) if body.is_null() => Vec::new(),
            Some((_, Operation { body: Some(known), .. })) => known.check(body, &self.components),
        }
    }

    pub fn check_entry(&self, entry: &Entry) -> Vec<String> {
        self.check(&entry.method, &entry.path, &entry.body)
    }
}

fn walk(value: &mut Value, change: &mut impl FnMut(&mut Map<String, Value>)) {
    match value {
        // Children first, so that a change's wrapper is not visited again.
        Value::Object(fields) => {
            fields.values_mut().for_each(|below| walk(below, change));
            change(fields);
        }
        Value::Array(items) => items.iter_mut().for_each(|below| walk(below, change)),
        _ => {}
    }
}

fn accept_text_for_integers(schema: &mut Map<String, Value>) {
    let integer = match schema.get("type") {
        Some(Value::String(kind)) => kind == "integer",
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "integer"),
        _ => false,
    };
    if integer && !schema.contains_key("enum") && !schema.contains_key("oneOf") && !schema.contains_key("const") {
        let own = Value::Object(std::mem::take(schema));
        schema.insert("anyOf".to_owned(), json!([own, { "type": "string", "pattern": "^-?[0-9]+$" }]));
    }
}

/// If text is accepted for numbers, a nonce matches both of its alternatives, so accept any.
fn accept_any_alternative(schema: &mut Map<String, Value>) {
    if let Some(alternatives) = schema.remove("oneOf") {
        schema.insert("anyOf".to_owned(), alternatives);
    }
}

/// The errors to report: for several alternatives, those of the closest one.
fn leaves(error: &ValidationError<'_>) -> Vec<String> {
    let (ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context }) = error.kind() else {
        let text: String = error.to_string().chars().take(200).collect();
        return vec![format!("{}: {text}", error.instance_path())];
    };
    let here = error.instance_path().to_string().len();
    let another = |error: &ValidationError<'_>| match error.kind() {
        ValidationErrorKind::Constant { .. } | ValidationErrorKind::Enum { .. } => true,
        ValidationErrorKind::Type { .. } => error.instance_path().to_string().len() == here,
        _ => false,
    };
    let alternatives = context.iter().filter(|errors| !errors.is_empty());
    let closest = alternatives.min_by_key(|errors| (errors.iter().any(another), errors.len()));
    closest.into_iter().flatten().flat_map(leaves).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Schemas;

    fn description() -> Value {
        json!({
            "paths": { "/channels/{id}/messages": { "post": { "requestBody": { "content": { "application/json": {
                "schema": { "$ref": "#/components/schemas/Message" } } } } } } },
            "components": { "schemas": {
                "SnowflakeType": { "type": "string", "pattern": "^[0-9]+$" },
                "Message": { "type": "object", "required": ["content"], "properties": {
                    "content": { "type": "string", "maxLength": 5 },
                    "id": { "$ref": "#/components/schemas/SnowflakeType" },
                    "nonce": { "oneOf": [{ "type": "integer" }, { "type": "string" }] },
                    "size": { "type": "integer" },
                } },
            } },
        })
    }

    #[test]
    fn a_body_is_held_to_its_schema_with_the_two_conventions() {
        let schemas = Schemas::new(description()).expect("it is a description");
        let path = "/api/v10/channels/7/messages?x=1";
        let check = |body: Value| schemas.check("POST", path, &body).len();
        assert_eq!(check(json!({ "content": "x", "id": 0, "nonce": "5", "size": "32" })), 0);
        assert_eq!(check(json!({ "content": "too long", "size": "many" })), 2);
        assert_eq!(check(json!({})), 1);
        assert_eq!(schemas.check("GET", path, &Value::Null).len(), 1, "there is no such operation");
    }
}
