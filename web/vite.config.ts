import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const server = process.env.API_URL ?? 'http://localhost:3000';
const forwarded = ['/auth', '/rest', '/storage', '/realtime', '/healthz', '/readyz', '/dev'];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  // light-dark() carries both themes in tokens.css; older targets would rewrite it.
  build: { cssTarget: ['chrome123', 'safari17.5', 'firefox120'] },
  server: {
    proxy: Object.fromEntries(forwarded.map((path) => [`${path}/`, { target: server }])),
  },
});
