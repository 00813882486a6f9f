/** Exercises the client that openapi-generator makes for Kotlin. test/clients/sample-data.ts lists what every such program must do. */
import api.apis.ThreadsApi
import api.infrastructure.ApiClient
import api.infrastructure.ClientError
import api.infrastructure.ClientException
import api.infrastructure.Serializer
import api.models.ErrorResponse
import api.models.PriorityInput
import api.models.ReplyCreate
import api.models.Requester
import api.models.ThreadCreate

fun main() {
    val name = System.getenv("SKEIN_NAME")
    ApiClient.accessToken = System.getenv("SKEIN_KEY")
    val threads = ThreadsApi(System.getenv("SKEIN_URL"))

    val new = ThreadCreate(
        title = "The export is empty",
        body = "The CSV export has been empty since Monday.",
        requester = Requester(email = "$name@example.com", name = "Ada Lovelace"),
        priority = PriorityInput.HIGH,
        tags = listOf(name),
    )
    val thread = threads.createThread(new, "$name-create").data

    val listed = mutableListOf<String>()
    var cursor: String? = null
    do {
        // A value that was read is sent back unchanged.
        val page = threads.listThreads(limit = 2, priority = PriorityInput.decode(thread.priority.value), cursor = cursor)
        listed += page.data.map { it.id }
        cursor = page.meta.cursor
    } while (cursor != "")

    val reply = threads.replyToThread(thread.threadId, ReplyCreate(body = "We are looking into it."), "$name-reply").data

    val caught = try {
        threads.getThread("thr_00000000000000000000000000")
        null
    } catch (refusal: ClientException) {
        val body = (refusal.response as ClientError<*>).body as String
        Serializer.gson.fromJson(body, ErrorResponse::class.java).error.code
    }
    println(Serializer.gson.toJson(mapOf("created" to thread.threadId, "listed" to listed, "replied" to reply.id, "caught" to caught)))
    System.exit(0)
}
