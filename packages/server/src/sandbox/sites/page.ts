import type { SiteAnswer, SiteRequest } from './site.ts'

/** An HTML answer. `head`: more of its head, code too. */
export function page(title: string, body: string, head = ''): SiteAnswer {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>body{font:16px/1.5 sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}</style>
${head}
</head>
<body>
${body}
</body>
</html>
`
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html }
}

/** A script file. */
export function script(code: string): SiteAnswer {
  return { status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' }, body: code }
}

export function redirect(location: string, status = 302): SiteAnswer {
  return { status, headers: { location }, body: '' }
}

/** Answers by path; anything else is not there. */
export function byPath(files: Record<string, SiteAnswer>): (request: SiteRequest) => SiteAnswer {
  const known = new Map(Object.entries(files))
  return ({ path }) => known.get(path) ?? { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' }
}
