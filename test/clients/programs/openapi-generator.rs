//! Exercises the client that openapi-generator makes for Rust. test/clients/sample-data.ts lists what every such program must do.
use skein_api::apis::configuration::Configuration;
use skein_api::apis::threads_api::{
    create_thread, get_thread, list_threads, reply_to_thread, CreateThreadParams, GetThreadParams, ListThreadsParams,
    ReplyToThreadParams,
};
use skein_api::apis::Error;
use skein_api::models::{ErrorResponse, PriorityInput, ReplyCreate, Requester, ThreadCreate};

fn variable(name: &str) -> String {
    std::env::var(name).expect(name)
}

#[tokio::main]
async fn main() {
    let name = variable("SKEIN_NAME");
    let client = Configuration {
        base_path: variable("SKEIN_URL"),
        bearer_access_token: Some(variable("SKEIN_KEY")),
        ..Configuration::new()
    };

    let new = ThreadCreate {
        title: Some("The export is empty".into()),
        requester: Some(Box::new(Requester {
            name: Some("Ada Lovelace".into()),
            ..Requester::new(format!("{name}@example.com"))
        })),
        priority: Some(PriorityInput::HIGH),
        tags: Some(vec![name.clone()]),
        ..ThreadCreate::new("The CSV export has been empty since Monday.".into())
    };
    let created = create_thread(
        &client,
        CreateThreadParams { thread_create: new, idempotency_key: Some(format!("{name}-create")) },
    )
    .await
    .expect("the thread");
    let thread = created.data;

    let mut listed: Vec<String> = vec![];
    let mut cursor: Option<String> = None;
    loop {
        // A value that was read is sent back unchanged.
        let priority = serde_json::from_value(serde_json::to_value(thread.priority).unwrap()).unwrap();
        let page = list_threads(
            &client,
            ListThreadsParams {
                limit: Some(2),
                priority: Some(priority),
                cursor: cursor.take(),
                /* The client has no defaults, so the generator of this program adds `None` for each other parameter. */
            },
        )
        .await
        .expect("a page");
        listed.extend(page.data.into_iter().map(|each| each.id));
        if page.meta.cursor.is_empty() {
            break;
        }
        cursor = Some(page.meta.cursor);
    }

    let reply = reply_to_thread(
        &client,
        ReplyToThreadParams {
            id: thread.thread_id.clone(),
            reply_create: ReplyCreate::new("We are looking into it.".into()),
            idempotency_key: Some(format!("{name}-reply")),
            if_match: None,
        },
    )
    .await
    .expect("the reply");

    let missing = get_thread(&client, GetThreadParams { id: "thr_00000000000000000000000000".into() }).await;
    let Err(Error::ResponseError(refusal)) = missing else { panic!("a thread that does not exist was found") };
    let caught: ErrorResponse = serde_json::from_str(&refusal.content).expect("an error");
    println!(
        "{}",
        serde_json::json!({
            "created": thread.thread_id,
            "listed": listed,
            "replied": reply.data.id,
            "caught": caught.error.code,
        })
    );
}
