/** The service did not do what it guarantees. */
export class GuaranteeBroken extends Error {}
