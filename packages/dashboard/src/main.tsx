import './styles/tokens.css'
import './styles/base.css'
import './styles/pieces.css'
import './styles/shell.css'
import './styles/verdict.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { App } from './App.tsx'
import { createQueries } from './api/createQueries.ts'
import { applyTheme } from './shell/theme.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'

const queries = createQueries()
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root.')

applyTheme()
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary outermost>
      <QueryClientProvider client={queries}>
        <Router base={import.meta.env.BASE_URL.replace(/\/$/, '')}>
          <App />
        </Router>
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
)
