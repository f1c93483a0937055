package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func connect(url string, authorize func(*http.Request)) *ClientWithResponses {
	return must(NewClientWithResponses(url, WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		authorize(r)
		return nil
	})))
}

func main() {
	ctx := context.Background()
	auth := connect(os.Getenv("BASE_URL"), func(r *http.Request) {
		r.SetBasicAuth(os.Getenv("API_KEY"), os.Getenv("API_SECRET"))
	})
	token := must(auth.IssueTokenWithResponse(ctx)).JSON200.Token
	bearer := func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }
	pix := connect(os.Getenv("BASE_URL"), bearer)

	charge := must(pix.CreateChargeWithResponse(ctx, ChargeRequest{
		AmountInCents: 4990,
		Customer:      Customer{Name: "Maria de Souza", Email: "maria@example.com", DocumentType: Cpf, Document: "52998224725"},
	}))
	fmt.Println("charge", charge.JSON200.Data.Status)

	var key PixKey
	if err := key.FromEmailKey("destino@example.com"); err != nil {
		panic(err)
	}
	for i := 0; i < 2; i++ {
		transfer := must(pix.CreateTransferWithResponse(ctx, &CreateTransferParams{XIdempotencyKey: "one-payout"}, TransferRequest{PixKey: key, Amount: 1000}))
		fmt.Println("transfer", transfer.JSON200.Data.Id)
	}

	newer := must(connect(os.Getenv("NEWER_URL"), bearer).GetTransferWithResponse(ctx, "trf_1"))
	fmt.Println("status", newer.JSON200.Data.Status)
}
