#!/usr/bin/env node
// Generated from scripts/mock/cli.ts by `npm run generate`: edit that, not this file.
console.log("placeholder");
