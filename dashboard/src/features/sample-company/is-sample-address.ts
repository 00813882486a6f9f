/** Returns true for addresses of colleagues and customers of the sample company. No mail reaches this domain. */
export function isSampleAddress(email: string | null): boolean {
  return email !== null && /@(customers\.)?sample\.example$/.test(email)
}
