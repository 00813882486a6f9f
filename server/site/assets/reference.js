// Starts the API reference. Every feature that would send a request to another host is switched off.
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
  // The document has its own samples for every operation, which the tests run.
  hiddenClients: true,
  authentication: { preferredSecurityScheme: 'bearer' },
  metaData: { title: 'API reference · Skein' },
})
