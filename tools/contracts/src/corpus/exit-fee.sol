// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.5.17;

/// @dev Leaving costs 1 %, until the owner says otherwise.
contract Hostel {
    address payable public owner = msg.sender;
    uint256 public exitFee = 1;
    mapping(address => uint256) public deposits;

    function deposit() external payable {
        deposits[msg.sender] += msg.value;
    }

    function withdraw(uint256 value) external {
        require(deposits[msg.sender] >= value, "balance");
        deposits[msg.sender] -= value;
        uint256 fee = value * exitFee / 100;
        require(value > fee, "nothing left");
        owner.transfer(fee);
        msg.sender.transfer(value - fee);
    }

    function setExitFee(uint256 percent) external {
        require(msg.sender == owner && percent <= 100, "not allowed");
        exitFee = percent;
    }
}

/// @dev Leaving costs 1 %, and 2 at most.
contract Inn {
    address payable public owner = msg.sender;
    uint256 public exitFee = 1;
    mapping(address => uint256) public deposits;

    function deposit() external payable {
        deposits[msg.sender] += msg.value;
    }

    function withdraw(uint256 value) external {
        require(deposits[msg.sender] >= value, "balance");
        deposits[msg.sender] -= value;
        uint256 fee = value * exitFee / 100;
        require(value > fee, "nothing left");
        owner.transfer(fee);
        msg.sender.transfer(value - fee);
    }

    function setExitFee(uint256 percent) external {
        require(msg.sender == owner && percent <= 2, "not allowed");
        exitFee = percent;
    }
}
