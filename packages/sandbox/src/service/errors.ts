/** Something that the state does not allow: the control plane answers it with a 409, naming the reason. */
export class NotAllowedError extends Error {
  override readonly name = "NotAllowedError";
}

/** Something that is not there: the control plane answers it with a 404. */
export class NotFoundError extends Error {
  override readonly name = "NotFoundError";
}
