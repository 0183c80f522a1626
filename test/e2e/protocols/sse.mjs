/** One server-sent event as text. */
export function sse(data, name) {
  return `${name ? `event: ${name}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}
