#!/usr/bin/env node
console.log('redoubt')
