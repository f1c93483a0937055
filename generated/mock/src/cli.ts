#!/usr/bin/env node
// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import { runMockCommand } from "../../../runtime/mock/cli.ts";
import { own } from "./own.ts";

process.exitCode = await runMockCommand(own);
