// The programs of guides and READMEs in a project that has installed the packages.
import { makeProject } from "./support/homes.ts";
import { testPrograms } from "./support/run-programs.ts";

testPrograms(["Node 20, compiled", "Node 22.18"], makeProject);
