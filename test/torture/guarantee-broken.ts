/** Thrown when the service violates one of its guarantees (G1, G2, …). */
export class GuaranteeBroken extends Error {}
