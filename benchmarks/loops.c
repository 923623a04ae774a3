/* The textbook loops in C, the limit that the package is measured against.  Built by bench.py with -O3 -march=native -ffast-math. */
#include <math.h>
#include <string.h>

static double inner(const double *w, const double *x, long n) {
  double total = 0.0;
  for (long j = 0; j < n; j++) total += w[j] * x[j];
  return total;
}

/* Perceptron, one pass; returns the number of mistakes. */
long perceptron(const double *features, const double *labels, long rounds, long n, double *w) {
  long mistakes = 0;
  memset(w, 0, n * sizeof *w);
  for (long t = 0; t < rounds; t++) {
    const double *x = features + t * n;
    if (labels[t] * inner(w, x, n) <= 0.0) {
      for (long j = 0; j < n; j++) w[j] += labels[t] * x[j];
      mistakes++;
    }
  }
  return mistakes;
}

/* Projected subgradient descent with the hinge loss; returns the cumulative loss. */
double descent(const double *features, const double *labels, long rounds, long n, double step, double radius, double *w) {
  double total = 0.0;
  memset(w, 0, n * sizeof *w);
  for (long t = 0; t < rounds; t++) {
    const double *x = features + t * n;
    double margin = labels[t] * inner(w, x, n);
    if (margin < 1.0) {
      total += 1.0 - margin;
      for (long j = 0; j < n; j++) w[j] += step * labels[t] * x[j];
    }
    double norm = sqrt(inner(w, w, n));
    if (norm > radius)
      for (long j = 0; j < n; j++) w[j] *= radius / norm;
  }
  return total;
}

/* Recursive least squares with the inverse kept by Sherman and Morrison; returns the cumulative squared loss. */
double ridge(const double *features, const double *labels, long rounds, long n, double rho, double *w, double *inverse,
             double *gain) {
  double total = 0.0;
  memset(w, 0, n * sizeof *w);
  memset(inverse, 0, n * n * sizeof *inverse);
  for (long j = 0; j < n; j++) inverse[j * n + j] = 1.0 / rho;
  for (long t = 0; t < rounds; t++) {
    const double *x = features + t * n;
    double error = labels[t] - inner(w, x, n), scale = 1.0;
    total += error * error;
    for (long i = 0; i < n; i++) gain[i] = inner(inverse + i * n, x, n);
    scale += inner(x, gain, n);
    for (long i = 0; i < n; i++) {
      double factor = gain[i] / scale;
      w[i] += factor * error;
      for (long j = 0; j < n; j++) inverse[i * n + j] -= factor * gain[j];
    }
  }
  return total;
}
