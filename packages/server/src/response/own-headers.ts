/** Headers of responses that the server sets by itself; the type only where there is a body, which a response to HEAD may leave out. */
export const ownHeader =
  /^(?:connection|content-length|content-type|date|keep-alive|trailer|transfer-encoding|upgrade|x-request-id)$/i;
