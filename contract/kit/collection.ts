/** `taxonomy` → `taxonomies`, `sandbox` → `sandboxes`, `event` → `events`. Also for types whose family is not declared here. */
export function collectionOf(type: string): string {
  if (type.endsWith('y')) return `${type.slice(0, -1)}ies`;
  return type.endsWith('x') ? `${type}es` : `${type}s`;
}
