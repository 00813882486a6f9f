// Starts the API reference. Everything that would ask another host for something is switched off.
Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  layout: 'modern',
  theme: 'default',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  // The document has samples of its own for every operation, which the tests run.
  hiddenClients: true,
  authentication: { preferredSecurityScheme: 'bearer' },
  metaData: { title: 'API reference · Skein' },
})
