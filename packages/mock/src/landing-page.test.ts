import { expect, test } from "vitest";
import { contract } from "../../../test/support/tiny-contract.ts";
import { isForPeople, landingPage } from "./landing-page.ts";

test.for([
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true],
  ["text/html", true],
  ["application/json, text/html;q=0.5", false],
  ["application/json", false],
  ["*/*", false],
  ["", false],
] as const)("Accept: %s is sent by a browser that opens a page: %s", ([accept, expected]) => {
  expect(isForPeople({ accept })).toBe(expected);
});

test("texts of the contract and of links are escaped", () => {
  const { body = "" } = landingPage(contract, "http://127.0.0.1:1", { "<b>": 'http://a.example/"onclick="x' });
  expect(body.match(/<script/g)).toHaveLength(2);
  expect(body).not.toMatch(/<img|<b>&|"onclick="x/);
  expect(body).toContain('<a href="http://a.example/&#34;onclick=&#34;x">&#60;b&#62;</a>');
});
