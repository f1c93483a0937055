/** What the console's page is made of. */
export interface ConsoleFiles {
  page: string;
  script: string;
  style: string;
}
