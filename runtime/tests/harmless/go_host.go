// SPDX-License-Identifier: Apache-2.0
// A host in Go, whose stacks are too small for a signal: it works on several, and ends by a signal that it asks for.
package main

import (
	"fmt"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func burn(done chan int) {
	n := 0
	for end := time.Now().Add(time.Second); time.Now().Before(end); n++ {
	}
	done <- 1
}

func main() {
	net.LookupHost("localhost") // by libc, so that it is linked with it
	asked, done := make(chan os.Signal, 1), make(chan int)
	signal.Notify(asked, syscall.SIGTERM)
	for i := 0; i < 4; i++ {
		go burn(done)
	}
	for i := 0; i < 4; i++ {
		<-done
	}
	syscall.Kill(os.Getpid(), syscall.SIGTERM)
	fmt.Println("was told to end by", <-asked)
	time.Sleep(time.Second) // what os.Exit would cut: no exit handlers run
	os.Exit(3)
}
