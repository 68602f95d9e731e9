module.exports = loadOutside('supertest');
