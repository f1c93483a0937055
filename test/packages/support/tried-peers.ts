const typespec = ["1.15.0", "1.17.0"] as const;

/**
 * Versions of peers that slow tests install: the lower end of each part of a range, and the upper end where it is newer than the
 * version that this repository has, which all other tests run on.
 */
export const triedPeers = {
  "@opentelemetry/api": ["1.9.0"],
  "@typespec/compiler": typespec,
  "@typespec/http": typespec,
  "@typespec/openapi": typespec,
  express: ["4.21.2"],
  fastify: ["4.29.1", "5.0.0"],
  ioredis: ["5.4.0", "6.0.0"],
  "ipaddr.js": ["2.2.0"],
  msw: ["2.0.0", "2.15.0", "3.0.0"],
  pg: ["8.13.0"],
  typescript: ["5.4.2", "7.0.2"],
  undici: ["7.10.0"],
} as const;
