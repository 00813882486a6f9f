/** Types for the parts of the API description from which the client is generated. */

export type DescribedSchema = {
  $ref?: string
  description?: string | undefined
  properties?: Readonly<Record<string, unknown>>
  contentSchema?: { $ref?: string }
  anyOf?: readonly DescribedSchema[]
  enum?: readonly string[]
  'x-extensible-enum'?: readonly string[]
  required?: readonly string[]
  'x-required-one-of'?: readonly (readonly string[])[]
}

export type DescribedResponse = {
  description: string
  content?: Readonly<Record<string, { schema: DescribedSchema }>>
  'x-error-codes'?: Readonly<Record<string, number>>
}

export type DescribedOperation = {
  operationId: string
  summary: string
  description: string
  'x-required-scope': string
  'x-error-codes'?: Readonly<Record<string, number>>
  parameters?: readonly unknown[]
  requestBody?: { description: string; required: boolean; content: Readonly<Record<string, { schema: unknown }>> }
  /** Errors can be references. */
  responses: Readonly<Record<string, DescribedResponse>>
}

export type Described = {
  openapi: string
  info: { title: string; version: string }
  paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  webhooks: Readonly<Record<string, unknown>>
  components: {
    schemas: Readonly<Record<string, DescribedSchema>>
    parameters: Readonly<Record<string, unknown>>
    responses: Readonly<Record<string, DescribedResponse>>
  }
}
