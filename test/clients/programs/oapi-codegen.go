// A program with the client that oapi-codegen generates. What it must do is told in test/clients/sample-data.ts.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"example.com/program/api"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func to[T any](value T) *T { return &value }

func main() {
	ctx, name := context.Background(), os.Getenv("SKEIN_NAME")
	withKey := api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("SKEIN_KEY"))
		return nil
	})
	client := must(api.NewClientWithResponses(os.Getenv("SKEIN_URL"), withKey))

	body := api.ThreadCreate{
		Title:     to("The export is empty"),
		Body:      "The CSV export has been empty since Monday.",
		Requester: &api.Requester{Email: name + "@example.com", Name: to("Ada Lovelace")},
		Priority:  to(api.PriorityInputHIGH),
		Tags:      &[]string{name},
	}
	created := must(client.CreateThreadWithResponse(ctx, &api.CreateThreadParams{IdempotencyKey: to(name + "-create")}, body))
	if created.JSON201 == nil {
		panic(string(created.Body))
	}
	thread := created.JSON201.Data

	// What was read is written back as it is.
	listed, params := []string{}, &api.ListThreadsParams{Limit: to(2), Priority: to(api.PriorityInput(thread.Priority))}
	for {
		page := must(client.ListThreadsWithResponse(ctx, params))
		if page.JSON200 == nil {
			panic(string(page.Body))
		}
		for _, each := range page.JSON200.Data {
			listed = append(listed, each.Id)
		}
		if page.JSON200.Meta.Cursor == "" {
			break
		}
		params.Cursor = &page.JSON200.Meta.Cursor
	}

	answer := api.ReplyToThreadJSONRequestBody{Body: "We are looking into it."}
	reply := must(client.ReplyToThreadWithResponse(ctx, thread.ThreadId, &api.ReplyToThreadParams{IdempotencyKey: to(name + "-reply")}, answer))
	if reply.JSON201 == nil {
		panic(string(reply.Body))
	}

	missing := must(client.GetThreadWithResponse(ctx, "thr_00000000000000000000000000"))
	if missing.JSON404 == nil {
		panic(string(missing.Body))
	}
	told := map[string]any{"created": thread.ThreadId, "listed": listed, "replied": reply.JSON201.Data.Id, "caught": missing.JSON404.Error.Code}
	fmt.Println(string(must(json.Marshal(told))))
}
