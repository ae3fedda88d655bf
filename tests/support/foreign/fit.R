library(stats)

data <- data.frame(x = 1:10, y = c(2.1, 3.9, 6.2, 8.0, 9.8, 12.1, 14.2, 15.9, 18.1, 20.0))
model <- lm(y ~ x, data = data)
plot_line <- function(m, ...) {
  abline(coef(m)[1], coef(m)[2], ...)
}
print(summary(model)$r.squared)
