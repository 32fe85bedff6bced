/**
 * `taxonomy` → `taxonomies`, `sandbox` → `sandboxes`, `api-key` → `api-keys`, `event` → `events`. Also for types whose
 * family is not declared here.
 */
export function collectionOf(type: string): string {
  if (/[^aeiou]y$/.test(type)) return `${type.slice(0, -1)}ies`;
  return type.endsWith('x') ? `${type}es` : `${type}s`;
}
