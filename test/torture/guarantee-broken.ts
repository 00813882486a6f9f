/** Thrown when the service violates one of its guarantees. */
export class GuaranteeBroken extends Error {}
