// Starts the API reference. Every feature that would send a request to another host is switched off.
const settings = {
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
}

// The document's samples name the default address. What a reader copies from this page must reach the service that served it.
async function documentOfThisService() {
  const text = await (await fetch('/openapi.json')).text()
  const written = JSON.parse(text).servers.find(({ variables }) => variables?.base_url).variables.base_url.default
  return text.replaceAll(written, location.origin)
}

documentOfThisService().then((content) => Scalar.createApiReference('#reference', { ...settings, content }))
