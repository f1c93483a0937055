#!/usr/bin/env node
// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import { runMockCommand } from "@packages/mock/src/cli.ts";
import { own } from "./own.ts";

process.exitCode = await runMockCommand(own);
