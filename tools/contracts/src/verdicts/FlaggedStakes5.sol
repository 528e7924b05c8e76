// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.5.17;

/// @dev As MovingFlags, with the receiver named first and the flags in the bits of one word.
contract MovingFlags5 {
    address public keeper;
    mapping(address => uint256) public stake;
    mapping(address => uint256) internal flags;

    constructor(address k) public {
        keeper = k;
    }

    function deposit() external payable {
        stake[msg.sender] += msg.value;
    }

    function withdraw() external {
        uint256 amount = stake[msg.sender];
        stake[msg.sender] = 0;
        msg.sender.transfer(amount);
    }

    function mark(address account, uint256 bits) external {
        require(msg.sender == keeper);
        flags[account] = bits;
    }

    function reassign(address to, address from) external {
        require(msg.sender == keeper && flags[from] & 1 == 1);
        uint256 amount = stake[from];
        stake[from] = 0;
        stake[to] += amount;
    }
}
