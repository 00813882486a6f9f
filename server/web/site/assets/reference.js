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

const [list, progress, reference] = ['operations', 'progress', 'reference'].map((id) => document.getElementById(id))
progress.hidden = false

// The document's samples name the default address. What a reader copies from this page must reach the service that served it.
async function documentOfThisService() {
  const text = await (await fetch('/docs/assets/reference.json')).text()
  const written = JSON.parse(text).servers.find(({ variables }) => variables?.base_url).variables.base_url.default
  return JSON.parse(text.replaceAll(written, location.origin))
}

documentOfThisService().then(
  (content) => {
    // The list stays until the renderer has drawn a heading.
    const drawn = new MutationObserver(() => {
      if (reference.querySelector('h1, h2') === null) return
      drawn.disconnect()
      list.remove()
      reference.hidden = false
    })
    drawn.observe(reference, { childList: true, subtree: true })
    Scalar.createApiReference('#reference', { ...settings, content })
  },
  () => {
    progress.textContent = 'We couldn’t load the details. Reload the page to try again.'
  },
)
