// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.4.26;

/// @dev As SeizingQueue, with a running number for each exit, a wait of fourteen days, and the receiver named first.
contract SeizingQueue4 {
    struct Exit {
        address account;
        uint256 amount;
        uint256 time;
    }

    address public keeper;
    mapping(address => uint256) public stake;
    mapping(address => uint256) internal marks;
    Exit[] public exits;

    constructor(address k) public {
        keeper = k;
    }

    function deposit() external payable {
        stake[msg.sender] += msg.value;
    }

    function startExit(uint256 amount) external returns (uint256) {
        require(stake[msg.sender] >= amount);
        stake[msg.sender] -= amount;
        exits.push(Exit(msg.sender, amount, now + 14 days));
        return exits.length - 1;
    }

    function finishExit(uint256 id) external {
        Exit storage one = exits[id];
        require(one.account == msg.sender && now >= one.time);
        uint256 amount = one.amount;
        one.amount = 0;
        msg.sender.transfer(amount);
    }

    function mark(address account, uint256 bits) external {
        require(msg.sender == keeper);
        marks[account] = bits;
    }

    function reassign(address to, address from) external {
        require(msg.sender == keeper && marks[from] & 1 == 1);
        uint256 amount = stake[from];
        stake[from] = 0;
        stake[to] += amount;
    }
}
