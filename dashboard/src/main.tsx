import { createRoot } from 'react-dom/client'
import './ui/tokens.css'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <main>
      <h1>Skein</h1>
      <p>The screens of the dashboard are not part of this version yet. Everything can be done over the API.</p>
    </main>,
  )
