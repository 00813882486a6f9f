// A program with the client that openapi-generator generates for Go. What it must do is told in test/clients/sample-data.ts.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"example.com/program/api"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	name := os.Getenv("SKEIN_NAME")
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: os.Getenv("SKEIN_URL")}}
	client := api.NewAPIClient(configuration).ThreadsAPI
	ctx := context.WithValue(context.Background(), api.ContextAccessToken, os.Getenv("SKEIN_KEY"))

	requester := api.NewRequester(name + "@example.com")
	requester.SetName("Ada Lovelace")
	body := api.NewThreadCreate("The CSV export has been empty since Monday.")
	body.SetTitle("The export is empty")
	body.SetRequester(*requester)
	body.SetPriority(api.PRIORITYINPUT_HIGH)
	body.SetTags([]string{name})
	created, _, err := client.CreateThread(ctx).IdempotencyKey(name + "-create").ThreadCreate(*body).Execute()
	thread := must(created, err).Data

	// What was read is written back as it is.
	listed, list := []string{}, client.ListThreads(ctx).Limit(2).Priority(api.PriorityInput(thread.Priority))
	for {
		page, _, err := list.Execute()
		for _, each := range must(page, err).Data {
			listed = append(listed, each.Id)
		}
		if page.Meta.Cursor == "" {
			break
		}
		list = list.Cursor(page.Meta.Cursor)
	}

	answer := api.NewReplyCreate("We are looking into it.")
	reply, _, err := client.ReplyToThread(ctx, thread.ThreadId).IdempotencyKey(name + "-reply").ReplyCreate(*answer).Execute()
	message := must(reply, err).Data

	var refusal *api.GenericOpenAPIError
	if _, _, err = client.GetThread(ctx, "thr_00000000000000000000000000").Execute(); !errors.As(err, &refusal) {
		panic(err)
	}
	model := refusal.Model().(api.ErrorResponse)
	told := map[string]any{"created": thread.ThreadId, "listed": listed, "replied": message.Id, "caught": model.Error.Code}
	fmt.Println(string(must(json.Marshal(told))))
}
