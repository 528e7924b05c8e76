// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title A dollar in the manner of USDT: the old interface that breaks naive callers.
/// @dev transfer, transferFrom and approve return nothing. A non-zero allowance must be set to zero before it may be
/// changed. The owner can pause, blacklist, destroy a blacklisted holder's funds, issue, redeem and switch on a fee
/// of at most 0.2 % and 50 units. Not derived from Erc20 because the return types differ.
contract TetherLikeToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Issue(uint256 amount);
    event Redeem(uint256 amount);
    event Params(uint256 feeBasisPoints, uint256 maxFee);
    event AddedBlackList(address _user);
    event RemovedBlackList(address _user);
    event DestroyedBlackFunds(address _blackListedUser, uint256 _balance);
    event Pause();
    event Unpause();

    string public name;
    string public symbol;
    uint256 public decimals;
    uint256 public totalSupply;
    address public owner;
    bool public paused;
    uint256 public basisPointsRate;
    uint256 public maximumFee;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public isBlackListed;

    modifier onlyOwner() {
        require(msg.sender == owner);
        _;
    }

    constructor(string memory name_, string memory symbol_, uint256 decimals_, address owner_, uint256 supply) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
        owner = owner_;
        totalSupply = supply;
        balanceOf[owner_] = supply;
        emit Transfer(address(0), owner_, supply);
    }

    function getOwner() external view returns (address) {
        return owner;
    }

    function getBlackListStatus(address account) external view returns (bool) {
        return isBlackListed[account];
    }

    function transfer(address to, uint256 value) external {
        _move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        uint256 allowed = allowance[from][msg.sender];
        require(allowed >= value);
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        _move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0);
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function issue(uint256 amount) external onlyOwner {
        totalSupply += amount;
        balanceOf[owner] += amount;
        emit Issue(amount);
    }

    function redeem(uint256 amount) external onlyOwner {
        totalSupply -= amount;
        balanceOf[owner] -= amount;
        emit Redeem(amount);
    }

    function setParams(uint256 newBasisPoints, uint256 newMaxFee) external onlyOwner {
        require(newBasisPoints < 20 && newMaxFee < 50);
        basisPointsRate = newBasisPoints;
        maximumFee = newMaxFee * 10 ** decimals;
        emit Params(basisPointsRate, maximumFee);
    }

    function addBlackList(address account) external onlyOwner {
        isBlackListed[account] = true;
        emit AddedBlackList(account);
    }

    function removeBlackList(address account) external onlyOwner {
        isBlackListed[account] = false;
        emit RemovedBlackList(account);
    }

    function destroyBlackFunds(address account) external onlyOwner {
        require(isBlackListed[account]);
        uint256 held = balanceOf[account];
        balanceOf[account] = 0;
        totalSupply -= held;
        emit DestroyedBlackFunds(account, held);
    }

    function pause() external onlyOwner {
        paused = true;
        emit Pause();
    }

    function unpause() external onlyOwner {
        paused = false;
        emit Unpause();
    }

    function transferOwnership(address next) external onlyOwner {
        if (next != address(0)) owner = next;
    }

    function _move(address from, address to, uint256 value) private {
        require(!paused && !isBlackListed[from]);
        uint256 fee = value * basisPointsRate / 10000;
        if (fee > maximumFee) fee = maximumFee;
        balanceOf[from] -= value;
        balanceOf[to] += value - fee;
        if (fee > 0) {
            balanceOf[owner] += fee;
            emit Transfer(from, owner, fee);
        }
        emit Transfer(from, to, value - fee);
    }
}
