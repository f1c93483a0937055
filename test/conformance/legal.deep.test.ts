// Half of the legal servers; `legal-others.deep.test.ts` has the others, so that two processes share them.
import { legalServers } from "./faults/legal.ts";
import { testLegalServers } from "./test-legal-servers.ts";

testLegalServers(legalServers().filter((_, index) => index % 2 === 0));
