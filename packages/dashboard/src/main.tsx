import './styles/tokens.css'
import './styles/base.css'
import './styles/pieces.css'
import './styles/shell.css'
import './styles/verdict.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { App } from './App.tsx'
import { applyTheme } from './shell/theme.ts'

const queries = new QueryClient({
  // The client of the service repeats what may be repeated, and pages say when what they show is old.
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } },
})
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root.')

applyTheme()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Router base={import.meta.env.BASE_URL.replace(/\/$/, '')}>
        <App />
      </Router>
    </QueryClientProvider>
  </StrictMode>,
)
