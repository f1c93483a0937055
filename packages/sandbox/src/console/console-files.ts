/** The files of the console's page. */
export interface ConsoleFiles {
  page: string;
  script: string;
  style: string;
}
