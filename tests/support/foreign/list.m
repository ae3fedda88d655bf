#import <Foundation/Foundation.h>

@interface Cell : NSObject
@property (nonatomic) int value;
- (void)show;
@end

@implementation Cell
- (void)show { NSLog(@"%d", self.value); }
@end
