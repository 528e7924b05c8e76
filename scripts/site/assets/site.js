// Tabs, copying, search and the form that tries a call. Every page reads well without it.

const LANGUAGE = 'redoubt-docs-language'
const KEY = 'redoubt-docs-key'

for (const group of document.querySelectorAll('.tabs')) makeTabs(group)
choose(localStorage.getItem(LANGUAGE) ?? '')
for (const button of document.querySelectorAll('.copy'))
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.nextElementSibling.textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1_500)
  })
for (const form of document.querySelectorAll('form.try')) makeTry(form)
makeMenu()
makeSearch()

function makeTabs(group) {
  const list = document.createElement('div')
  list.className = 'tablist'
  list.setAttribute('role', 'tablist')
  for (const panel of group.querySelectorAll('[data-tab]')) {
    const tab = document.createElement('button')
    tab.type = 'button'
    tab.textContent = panel.dataset.tab
    tab.setAttribute('role', 'tab')
    tab.addEventListener('click', () => {
      localStorage.setItem(LANGUAGE, panel.dataset.tab)
      choose(panel.dataset.tab)
    })
    list.append(tab)
    panel.setAttribute('role', 'tabpanel')
  }
  list.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (step === undefined) return
    const all = [...list.children]
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length]
    next.focus()
    next.click()
  })
  group.prepend(list)
  group.classList.add('live')
}

/** Shows one language in every group of tabs that has it, else the group's first. */
function choose(language) {
  for (const group of document.querySelectorAll('.tabs')) {
    const panels = [...group.querySelectorAll('[data-tab]')]
    const shown = panels.find((panel) => panel.dataset.tab === language) ?? panels[0]
    for (const [at, panel] of panels.entries()) {
      panel.hidden = panel !== shown
      const tab = group.querySelector('.tablist').children[at]
      tab.setAttribute('aria-selected', String(panel === shown))
      tab.tabIndex = panel === shown ? 0 : -1
    }
  }
}

function makeTry(form) {
  const { verb, path } = form.dataset
  const key = form.elements.namedItem('key')
  const output = form.querySelector('output')
  key.value = sessionStorage.getItem(KEY) ?? ''
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    sessionStorage.setItem(KEY, key.value)
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(form.elements.namedItem(name).value))
    const query = form.elements.namedItem('query').value
    const body = form.elements.namedItem('body')?.value
    const headers = { authorization: `Bearer ${key.value}`, ...(body && { 'content-type': 'application/json' }) }
    output.textContent = 'Waiting for the answer …'
    try {
      const response = await fetch(query ? `${filled}?${query}` : filled, { method: verb.toUpperCase(), headers, body })
      const text = await response.text()
      show(output, `${response.status} ${response.statusText}`, pretty(text))
    } catch (error) {
      show(output, 'No answer', String(error))
    }
  })
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function show(output, title, text) {
  const heading = document.createElement('p')
  const block = document.createElement('pre')
  heading.textContent = title
  block.textContent = text
  block.tabIndex = 0
  output.replaceChildren(heading, block)
}

function makeMenu() {
  const button = document.querySelector('.menu')
  const navigation = document.getElementById('navigation')
  button.addEventListener('click', () => {
    button.setAttribute('aria-expanded', String(navigation.classList.toggle('open')))
  })
}

function makeSearch() {
  const input = document.getElementById('search')
  const results = document.getElementById('results')
  let index
  const load = async () => {
    index ??= Promise.all([import('./minisearch.js'), fetch('/docs/assets/search.json')]).then(
      async ([library, answer]) =>
        library.default.loadJSON(await answer.text(), {
          fields: ['title', 'text'],
          storeFields: ['title', 'section', 'address'],
        }),
    )
    return index
  }
  input.addEventListener('focus', load)
  input.addEventListener('input', async () => {
    const query = input.value.trim()
    const found = query === '' ? [] : (await load()).search(query, { prefix: true, fuzzy: 0.15, boost: { title: 3 } })
    if (query !== input.value.trim()) return
    results.hidden = query === ''
    results.replaceChildren(...(found.length === 0 ? [nothing(query)] : found.slice(0, 12).map(entry)))
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') results.querySelector('a')?.click()
    if (event.key === 'ArrowDown') results.querySelector('a')?.focus()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') results.hidden = true
    if (event.key !== '/' || /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '')) return
    event.preventDefault()
    input.focus()
  })
  document.addEventListener('click', (event) => {
    if (!event.target.closest('.search')) results.hidden = true
  })
}

function entry({ title, section, address }) {
  const link = document.createElement('a')
  const place = document.createElement('small')
  link.href = address
  link.textContent = title
  link.setAttribute('role', 'option')
  place.textContent = section
  link.append(place)
  return link
}

function nothing(query) {
  const text = document.createElement('p')
  text.textContent = `Nothing found for “${query}”.`
  return text
}
