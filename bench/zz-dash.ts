import { chromium } from 'playwright';
import { gzipSync } from 'node:zlib';
