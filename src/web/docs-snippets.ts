// The same call in four languages, each with what the language brings along. The key is taken from the environment variable KEY.
import { quote } from './run/curl-line.ts'

export interface SnippetCall {
  readonly method: string
  /** The whole address. */
  readonly url: string
  /** Of a JSON body. */
  readonly body?: unknown
}

export interface Snippet {
  readonly language: string
  readonly text: string
}

/** curl, Python, JavaScript and Java. */
export function composeSnippets(call: SnippetCall): Snippet[] {
  const json = call.body === undefined ? undefined : JSON.stringify(call.body)
  return [
    { language: 'curl', text: curl(call, json) },
    { language: 'Python', text: python(call, json) },
    { language: 'JavaScript', text: javascript(call, json) },
    { language: 'Java', text: java(call, json) },
  ]
}

function curl({ method, url }: SnippetCall, json: string | undefined): string {
  const body = json === undefined ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quote(json)}`]
  const verb = method === (json === undefined ? 'GET' : 'POST') ? '' : `-X ${method} `
  return [`curl -sS ${verb}${quote(url)}`, `-H "Authorization: Bearer $KEY"`, ...body].join(' \\\n  ')
}

function python({ method, url }: SnippetCall, json: string | undefined): string {
  const headers = ['"Authorization": "Bearer " + os.environ["KEY"]', ...(json === undefined ? [] : ['"Content-Type": "application/json"'])]
  return `import json, os, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    method="${method}",
    headers={${headers.join(', ')}},${json === undefined ? '' : `\n    data=${JSON.stringify(json)}.encode(),`}
)
with urllib.request.urlopen(request) as response:
    print(json.load(response))`
}

function javascript({ method, url, body }: SnippetCall, json: string | undefined): string {
  const headers = [`Authorization: \`Bearer \${process.env.KEY}\``, ...(json === undefined ? [] : [`'Content-Type': 'application/json'`])]
  return `const response = await fetch(${JSON.stringify(url)}, {
  method: '${method}',
  headers: { ${headers.join(', ')} },${json === undefined ? '' : `\n  body: JSON.stringify(${JSON.stringify(body, undefined, 2).replaceAll('\n', '\n  ')}),`}
})
console.log(await response.json())`
}

function java({ method, url }: SnippetCall, json: string | undefined): string {
  const type = json === undefined ? '' : '\n        .header("Content-Type", "application/json")'
  const body = json === undefined ? 'HttpRequest.BodyPublishers.noBody()' : `HttpRequest.BodyPublishers.ofString(${asciiLiteral(json)})`
  return `import java.net.URI;
import java.net.http.*;

class Call {
  public static void main(String[] args) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(${asciiLiteral(url)}))
        .header("Authorization", "Bearer " + System.getenv("KEY"))${type}
        .method("${method}", ${body})
        .build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(response.body());
  }
}`
}

/** A string that is the same in every encoding of a source file. */
function asciiLiteral(text: string): string {
  return JSON.stringify(text).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
