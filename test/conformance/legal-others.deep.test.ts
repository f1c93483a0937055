// The legal servers that `legal.deep.test.ts` leaves.
import { legalServers } from "./faults/legal.ts";
import { testLegalServers } from "./test-legal-servers.ts";

testLegalServers(legalServers().filter((_, index) => index % 2 === 1));
