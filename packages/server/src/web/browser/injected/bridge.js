/**
 * Runs in a world of its own, which shares the page's events and none of its variables: hands what the provider says to us and our
 * answers to the provider. The names of the events are random, and the binding exists in this world only.
 */
export function installBridge({ up, down, binding, reply, maxBytes }) {
  window.addEventListener(up, ({ detail }) => {
    if (typeof detail === 'string' && detail.length <= maxBytes) window[binding](detail)
  })
  window[reply] = (text) => {
    window.dispatchEvent(new CustomEvent(down, { detail: text }))
  }
}
